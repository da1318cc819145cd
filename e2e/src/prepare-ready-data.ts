import { readyData } from './ready-data.ts'

// Before several runs of browser tests begin: each of them would make it for itself.
await readyData()
