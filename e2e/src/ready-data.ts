import { copyFolder, readyFolder } from '@packhouse/server/testing/ready-folder'

/**
 * Fills a new folder with what a first start leaves: the cluster with its tables and the sample company, as made by a product
 * without simulator that was stopped in order. A first start takes twice the time of one that finds its data.
 */
export async function copyReadyData(folder: string): Promise<void> {
  await copyFolder(await readyData(), folder)
}

/** A data folder of the product after its first start. */
export async function readyData(): Promise<string> {
  return await readyFolder({ name: 'ready-data', script: 'e2e/src/make-ready-data.ts', inputs: ['e2e/src/product.ts'] })
}
