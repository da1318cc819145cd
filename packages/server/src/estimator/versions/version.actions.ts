import type { TransitionBody } from '@packhouse/contract'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import type { ProjectVersions } from './project-versions.ts'

interface TransitionInput {
  principal: Principal
  params: { id: string }
  body: TransitionBody
}

interface RestoreInput {
  principal: Principal
  params: { id: string; number: number }
  body: { rowVersion: number }
}

export function versionHandlers(versions: ProjectVersions): HandlersOf<'walkVersions'> {
  return { walkVersions: ({ principal, params: { id, a, b } }) => versions.walk(principal, id, a, b) }
}

/** In the place of the engine's: these make a version too, or need no edit lock. */
export function versionedHandlers(versions: ProjectVersions) {
  const transition =
    (name: string) =>
    ({ principal, params: { id }, body }: TransitionInput) =>
      versions.transition(principal, { id, parent: {}, name, ...body })
  const leaveReview =
    (name: string) =>
    ({ principal, params: { id }, body }: TransitionInput) =>
      versions.leaveReview(principal, { id, parent: {}, name, ...body })
  return {
    'project.transition.take-back': leaveReview('take-back'),
    'project.transition.approve': leaveReview('approve'),
    'project.transition.submit': transition('submit'),
    'project.transition.send': transition('send'),
    'project.transition.win': transition('win'),
    'project.restoreVersion': ({ principal, params: { id, number }, body }: RestoreInput) =>
      versions.restore(principal, id, number, body.rowVersion),
  }
}
