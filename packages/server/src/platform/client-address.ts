import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The address that the request comes from whose work is being done; undefined for the product's own work. It goes along
 * by itself: whatever writes into the audit has it, and no handler can forget to hand it on.
 */
export const clientAddress = new AsyncLocalStorage<string>()
