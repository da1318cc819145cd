import { readyCluster } from './databases.ts'

// Before several runs of API tests begin: each of them would make it for itself.
await readyCluster()
