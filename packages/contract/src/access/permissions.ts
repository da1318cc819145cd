import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

const area = 'Access'
const id = z.uuid().toLowerCase()
const names = z.array(z.string().max(200)).min(1).max(1_000).describe('Names of permissions')

/** A permission as it is listed: its group is the part before the dot. */
export const permissionSchema = z.object({ name: z.string(), group: z.string(), description: z.string() })

/** From where somebody has a permission. */
export const permissionSourceSchema = z.object({
  kind: z.enum(['direct', 'role', 'group']),
  id: z.uuid().nullable().describe('The role or the group'),
  name: z.string().nullable(),
})

/** To whom permissions are given: exactly one of them. */
export const holderSchema = z
  .strictObject({
    permissions: names,
    roleId: id.optional(),
    groupId: id.optional(),
    userId: id.optional(),
    scopeId: id.optional(),
  })
  .refine(({ permissions: _, ...holders }) => Object.values(holders).filter(Boolean).length === 1, {
    path: ['roleId'],
    message: 'exactly one of roleId, groupId, userId and scopeId must be given',
  })
  .meta({ examples: [{ permissions: ['customer.read'], roleId: '01a1fee9-f627-7e75-b9b3-1aeec10ed458' }] })

export type PermissionHolder = z.infer<typeof holderSchema>

const MORE = 'Callers can grant only permissions that they have themselves.'

export const listPermissions = defineCall({
  area,
  method: 'GET',
  path: '/v1/auth/permissions',
  summary: 'Every permission there is',
  access: 'role.read',
  result: z.array(permissionSchema),
})

export const assignPermissions = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/permissions/assign',
  summary: 'Give permissions to a role, a group, a user or a scope of API keys',
  description: MORE,
  access: 'role.update',
  stepUp: true,
  body: holderSchema,
  problems: ['not_found'],
})

export const detachPermissions = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/permissions/detach',
  summary: 'Take permissions from a role, a group, a user or a scope of API keys',
  access: 'role.update',
  stepUp: true,
  body: holderSchema,
  problems: ['not_found'],
})

const bulkSchema = z.strictObject({ roleIds: z.array(id).min(1).max(200), permissions: names })

export const bulkAssignPermissions = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/permissions/bulk-assign',
  summary: 'Give permissions to several roles at once',
  description: MORE,
  access: 'role.update',
  stepUp: true,
  body: bulkSchema,
  problems: ['not_found'],
})

export const bulkRemovePermissions = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/permissions/bulk-remove',
  summary: 'Take permissions from several roles at once',
  access: 'role.update',
  stepUp: true,
  body: bulkSchema,
  problems: ['not_found'],
})

export const permissionReach = defineCall({
  area,
  method: 'GET',
  path: '/v1/auth/permissions/reach',
  summary: 'How many people have some roles, and so are reached by a change of them',
  description: 'People who may sign in, with the role by themselves or through a group. `people` counts each once.',
  access: 'role.read',
  query: z.strictObject({
    roleIds: z
      .string()
      .max(8_000)
      .transform((text) => text.split(','))
      .pipe(z.array(id).min(1).max(200))
      .describe('Ids of roles, separated by commas')
      .meta({ examples: ['01a1fee9-f627-7e75-b9b3-1aeec10ed458'] }),
  }),
  result: z.object({ people: z.int(), roles: z.array(z.object({ roleId: z.uuid(), people: z.int() })) }),
})

export const syncUserRoles = defineCall({
  area,
  method: 'PUT',
  path: '/v1/auth/permissions/sync',
  summary: 'Give a user exactly these roles',
  description: `${MORE} A role has to be available to the user: to staff, or to people of customers.`,
  access: 'user.update',
  stepUp: true,
  body: z.strictObject({ userId: id, roleIds: z.array(id).max(1_000) }),
  problems: ['not_found'],
})

export const userPermissions = defineCall({
  area,
  method: 'GET',
  path: '/v1/users/{id}/permissions',
  summary: 'What a user may do, and from where',
  access: 'user.read',
  params: z.object({ id: z.uuid() }),
  result: z.array(z.object({ permission: z.string(), sources: z.array(permissionSourceSchema) })),
})
