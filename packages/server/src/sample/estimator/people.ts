import { sampleAccounts } from '@packhouse/contract'

/** Colleagues of the sample's staff account: they own, approve and answer. Their roles come with the other people; nobody knows their passwords. */
export const sampleColleagues = {
  sales: { email: 'henrik.dahl@packhouse.example', firstName: 'Henrik', lastName: 'Dahl' },
  calculation: { email: 'anja.keller@packhouse.example', firstName: 'Anja', lastName: 'Keller' },
  approval: { email: 'tomas.berg@packhouse.example', firstName: 'Tomas', lastName: 'Berg' },
  management: { email: 'elisabeth.roth@packhouse.example', firstName: 'Elisabeth', lastName: 'Roth' },
} as const

/** Who can sign in and owns most of the quotes. */
export const sampleStaff: string = sampleAccounts.find(({ role }) => role === 'staff')?.email ?? ''

export const sampleRoleTypes = [
  { code: 'SALES', name: 'Sales', canEdit: true, canApprove: false, seesCost: false },
  { code: 'CALCULATION', name: 'Calculation', canEdit: true, canApprove: false, seesCost: true },
  { code: 'APPROVAL', name: 'Approval', canEdit: false, canApprove: true, seesCost: true },
  { code: 'MANAGEMENT', name: 'Management', canEdit: false, canApprove: true, seesCost: true },
  { code: 'ENGINEERING', name: 'Engineering', canEdit: true, canApprove: false, seesCost: false },
] as const

/** What has to be approved, and by whom: the management last. */
export const sampleRules = [
  { name: 'Discount over 4 %', dimension: 'discount', threshold: '4', role: 'APPROVAL', place: 1 },
  { name: 'Margin under 18 %', dimension: 'margin', threshold: '18', role: 'APPROVAL', place: 1 },
  { name: 'Quotes over 250,000', dimension: 'total', threshold: '250000', role: 'MANAGEMENT', place: 2 },
] as const
