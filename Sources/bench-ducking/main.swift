runBenchDucking()
