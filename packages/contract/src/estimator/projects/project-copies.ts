import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { projects } from './projects.ts'

const params = z.object({ id: z.uuid() })

export const reviseProject = defineCall({
  area: 'Estimator',
  method: 'POST',
  path: '/v1/estimator/projects/{id}/revise',
  summary: 'Go on with a project in a new revision',
  description:
    'From approved, sent, lost and expired. The new one is a draft with the same number and everything that the old one consists of; the old one stays as it is.',
  access: 'project.create',
  params,
  result: projects.row,
  status: 201,
  problems: ['transition_not_allowed', 'not_usable'],
})

export const duplicateProject = defineCall({
  area: 'Estimator',
  method: 'POST',
  path: '/v1/estimator/projects/{id}/duplicate',
  summary: 'Make a new project of another one',
  description: 'A draft with a number of its own. Revisions, versions, approvals and the edit lock are not copied.',
  access: 'project.create',
  params,
  result: projects.row,
  status: 201,
})
