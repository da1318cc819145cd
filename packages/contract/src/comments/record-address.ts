import { z } from 'zod'

/** A record of any resource that staff comment on. */
export const recordShape = {
  resource: z.string().min(1).max(60).describe('The name of the resource, such as `customer`'),
  recordId: z.uuid().toLowerCase(),
}

/** Somebody, as others see them. Null where the account is gone. */
export const personSchema = z.object({ id: z.uuid(), name: z.string() })
