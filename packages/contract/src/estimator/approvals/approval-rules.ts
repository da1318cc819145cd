import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'

export const approvalDimensions = [
  'discount',
  'margin',
  'total',
  'paymentTerms',
  'validity',
  'unknownCompatibility',
  'missingCost',
] as const
export type ApprovalDimension = (typeof approvalDimensions)[number]

/** When a project needs the approval of somebody. */
export const approvalRules = defineResource({
  name: 'approvalRule',
  table: 'approval_rule',
  area: 'Estimator',
  noun: ['approval rule', 'approval rules'],
  fields: {
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    dimension: field.choice(approvalDimensions, {
      label: 'What is looked at',
      required: true,
      filter: true,
      sort: true,
    }),
    threshold: field.decimal({
      label: 'Limit',
      help: 'Discount and margin in percent, total in the currency, validity in days. A margin asks for approval below it, the others above it',
      decimalPlaces: 4,
      required: true,
      fallback: '0',
    }),
    currency: field.text({
      label: 'Currency of the limit',
      help: 'For totals; empty: that of the project',
      example: 'EUR',
      pattern: [/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR'],
    }),
    usualTerms: field.text({ label: 'Usual payment terms', help: 'Others need approval', example: '30 days net' }),
    roleTypeId: field.reference('projectRoleType', { label: 'Approved by', required: true, filter: true }),
    place: field.integer({ label: 'Order', required: true, min: 1, max: 1_000, fallback: 1, sort: true }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
  },
  mounts: [{ path: '/v1/estimator/admin/approval-rules' }],
  label: 'name',
  defaultSort: 'place',
  rules: {
    approval_rule_currency_fkey: {
      code: 'rule',
      fields: ['currency'],
      message: 'must be the code of a known currency',
    },
  },
})
