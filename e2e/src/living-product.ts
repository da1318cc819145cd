import { once } from 'node:events'
import { type Product, startProduct } from './product.ts'

const COMPLETE = /^Simulator: the history of \d+ machines is complete/m

/** The product as `npm start` leaves it, its simulated fleet running and the last hours filled in: for files that look at a living fleet. */
export async function startLivingProduct(): Promise<Product> {
  const product = await startProduct()
  while (!COMPLETE.test(product.output())) await once(product.process.stdout ?? product.process, 'data')
  return product
}
