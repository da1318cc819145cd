import type { HandlersOf } from '../../engine/handlers.ts'
import type { ProjectApprovals } from './project-approvals.ts'

export function approvalHandlers(approvals: ProjectApprovals): HandlersOf<'listApprovals' | 'decideApproval'> {
  return {
    listApprovals: ({ principal, params }) => approvals.read(principal, params.id),
    decideApproval: ({ principal, params, body }) => approvals.decide(principal, params.id, body),
  }
}
