import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'

/** What people can be in a project, and what that means there beyond their permissions. Nobody gives by it what they do not have. */
export const projectRoleTypes = defineResource({
  name: 'projectRoleType',
  table: 'project_role_type',
  area: 'Estimator',
  noun: ['project role type', 'project role types'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    canEdit: field.boolean({
      label: 'May edit',
      help: 'Without it, whoever has this role does not edit the project, whatever their permissions',
      fallback: true,
    }),
    canApprove: field.boolean({ label: 'May approve', fallback: false }),
    seesCost: field.boolean({ label: 'Sees costs and margins', fallback: false }),
  },
  mounts: [{ path: '/v1/estimator/admin/project-role-types' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    project_role_type_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another role type' },
  },
  traits: { options: true },
})
