runBenchDelivery()
