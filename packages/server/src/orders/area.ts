import { acceptanceTests, machines, orderedMachines, promises } from '@packhouse/contract'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { claimHandlers } from './claim.actions.ts'
import { labelHandlers } from './label.actions.ts'
import { originHandlers } from './machine-origin.ts'
import { orderTestHandlers } from './order-tests.ts'
import { orderComputedFields } from './orders.policy.ts'

export { referenceOf } from './promise-reference.ts'

/** Machines that customers have ordered: their plan, their label, and the claim that makes machines of them. */
export const orders = defineArea({
  name: 'orders',
  computed: orderComputedFields,
  create({ config, database, storeOf, rates, refusals }, use) {
    const stores = {
      ordered: storeOf(orderedMachines),
      machines: storeOf(machines),
      promises: storeOf(promises),
      tests: storeOf(acceptanceTests),
    }
    const { telemetry } = use(monitoring)
    return {
      provides: undefined,
      // A machine that was delivered is on order no more.
      committed: { [orderedMachines.name]: () => telemetry.refreshMachines() },
      handlers: {
        ...claimHandlers({ ...stores, database, telemetry, rates, refusals }),
        ...labelHandlers({ ...stores, database, telemetry, publicUrl: config.publicUrl }),
        ...originHandlers({ database, telemetry }),
        ...orderTestHandlers(stores),
      },
    }
  },
})
