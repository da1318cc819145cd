import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { projectRoleTypes } from './project-role-types.ts'
import { projectRoles } from './project-roles.ts'

/** Most that one of these calls answers. */
export const MAX_PEOPLE = 200

export const peopleOfProject = defineCall({
  area: 'Estimator',
  method: 'GET',
  path: '/v1/estimator/project-roles/project/{projectId}',
  summary: 'Who takes part in a project',
  description: 'The first 200, in the order in which they came.',
  access: 'projectRole.read',
  params: z.object({ projectId: z.uuid() }),
  result: z.array(projectRoles.row),
})

export const removePersonOfProject = defineCall({
  area: 'Estimator',
  method: 'DELETE',
  path: '/v1/estimator/project-roles/{projectId}/{userId}',
  summary: 'End the role of somebody in a project',
  access: 'projectRole.delete',
  params: z.object({ projectId: z.uuid(), userId: z.uuid() }),
})

export const projectRoleTypeList = defineCall({
  area: 'Estimator',
  method: 'GET',
  path: '/v1/estimator/project-roles/types',
  summary: 'What people can be in a project',
  description: 'The first 200, by name.',
  access: 'projectRoleType.read',
  result: z.array(projectRoleTypes.row),
})
