import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { plain } from '../../engine/text-schemas.ts'
import { approvalDimensions } from './approval-rules.ts'

export const approvalDecisions = ['approve', 'reject'] as const

const decisionSchema = z.object({
  id: z.uuid(),
  roleTypeId: z.uuid(),
  roleType: z.string(),
  decision: z.enum(approvalDecisions),
  note: z.string().nullable(),
  decidedAt: z.string(),
  decidedBy: z.object({ id: z.uuid(), name: z.string() }),
  isVoid: z.boolean().describe('Whether the project was changed or submitted again since'),
})
export type ApprovalDecision = z.infer<typeof decisionSchema>

/** What a project needs to be approved, as it is now. */
export const projectApprovalsSchema = z.object({
  rowVersion: z.int().describe('Of the project that was looked at'),
  submittedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  needed: z
    .array(
      z.object({
        roleTypeId: z.uuid(),
        roleType: z.string(),
        reasons: z.array(
          z.object({
            ruleId: z.uuid(),
            dimension: z.enum(approvalDimensions),
            explanation: z
              .string()
              .describe('In the words of people; without a figure that tells a cost to who may not see costs'),
          }),
        ),
        approval: decisionSchema.nullable().describe('Null as long as it is open'),
        waitsFor: z
          .array(z.string())
          .describe('The roles that have to approve before, by the order of their rules; empty before it is submitted'),
        mayDecide: z.boolean().describe('Whether the one who asks may approve or reject it now'),
        hindrance: z.string().nullable().describe('Why not'),
      }),
    )
    .describe('Those of one role are one; in their order, which is kept'),
  met: z
    .array(
      z.object({
        ruleId: z.uuid(),
        dimension: z.enum(approvalDimensions),
        explanation: z.string().describe('By how much, in the words of people'),
      }),
    )
    .describe('The rules that ask nobody, in their order; those about costs only for who may see costs'),
  decisions: z.array(decisionSchema).describe('All there ever were, newest first'),
  orders: z
    .object({
      currency: z.string(),
      lowestTotal: z.string(),
      highestTotal: z.string(),
      highestDiscountPercent: z.string().nullable(),
      lowestMarginPercent: z
        .string()
        .nullable()
        .describe('Null where a cost is missing, and for who may not see costs'),
    })
    .describe('Between which figures all orders are that the customer can make of what is offered'),
})
export type ProjectApprovals = z.infer<typeof projectApprovalsSchema>

const place = {
  area: 'Estimator',
  path: '/v1/estimator/projects/{id}/approvals',
  access: 'project.read',
  params: z.object({ id: z.uuid() }),
} as const

export const listApprovals = defineCall({
  ...place,
  method: 'GET',
  summary: 'The approvals that a project needs and has',
  description: 'Before a project is submitted it says what it would need.',
  result: projectApprovalsSchema,
})

export const decideApproval = defineCall({
  ...place,
  method: 'POST',
  summary: 'Approve or reject a project in the name of a role',
  description:
    'Needs `project.approve`, or that role in the project where it may approve. The last approval that is needed approves the project; a rejection makes it a draft again. Rules of a lower order come first: who waits for others is answered `not_usable`. Nobody decides about a project that they own or have submitted.',
  body: z.strictObject({
    rowVersion: z.int().min(1).describe('Of the project that was looked at'),
    roleTypeId: z.uuid(),
    decision: z.enum(approvalDecisions),
    note: plain(2_000, true).nullable().default(null).describe('Needed to reject'),
  }),
  result: projectApprovalsSchema,
  problems: ['stale', 'transition_not_allowed', 'edit_locked', 'not_usable'],
})
