runCuectl()
