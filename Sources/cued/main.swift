runCued()
