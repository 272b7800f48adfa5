runSoak()
