import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'

/** Who takes part in a project, and as what. */
export const projectRoles = defineResource({
  name: 'projectRole',
  table: 'project_role',
  area: 'Estimator',
  noun: ['project role', 'project roles'],
  fields: {
    projectId: field.reference('project', { label: 'Project', required: true, frozen: true, filter: true }),
    userId: field.reference('user', { label: 'Person', required: true, frozen: true, filter: true }),
    typeId: field.reference('projectRoleType', { label: 'Role', required: true, filter: true }),
    note: field.text({ label: 'Note' }),
    person: field.text({ label: 'Name', required: true, readOnly: true, derived: true }),
  },
  mounts: [
    { path: '/v1/estimator/project-roles' },
    { path: '/v1/estimator/projects/{parentId}/roles', parent: 'projectId' },
  ],
  label: 'note',
  defaultSort: 'createdAt',
  rules: {
    project_role_once: {
      code: 'duplicate',
      fields: ['userId'],
      key: ['projectId', 'userId'],
      message: 'has a role in this project already',
    },
    project_role_of_staff: {
      code: 'rule',
      fields: ['userId'],
      message: 'must be a colleague, not a user of a customer',
    },
  },
})
