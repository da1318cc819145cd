import { z } from 'zod'

/** From the order to the machine that runs, in their order. */
export const orderStepNames = ['factoryTest', 'delivery', 'installation', 'siteTest', 'training'] as const
export type OrderStepName = (typeof orderStepNames)[number]

const day = z.iso.date().nullable()

export const orderStepSchema = z.object({
  step: z.enum(orderStepNames),
  plannedOn: day,
  doneOn: day,
})
export type OrderStep = z.infer<typeof orderStepSchema>

/** The dates of the steps as they are fields of an ordered machine. */
export type StepDates = Readonly<Record<`${OrderStepName}${'Planned' | 'Done'}`, string | null>>

/** The steps of an ordered machine in their order. */
export function stepsOf(dates: StepDates): OrderStep[] {
  return orderStepNames.map((step) => ({ step, plannedOn: dates[`${step}Planned`], doneOn: dates[`${step}Done`] }))
}
