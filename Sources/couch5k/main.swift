runCouch5k()
