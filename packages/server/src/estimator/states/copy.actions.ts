import type { HandlersOf } from '../../engine/handlers.ts'
import type { ProjectCopies } from './project-copies.ts'

export function copyHandlers(copies: ProjectCopies): HandlersOf<'reviseProject' | 'duplicateProject'> {
  return {
    reviseProject: ({ principal, params }) => copies.revise(principal, params.id),
    duplicateProject: ({ principal, params }) => copies.duplicate(principal, params.id),
  }
}
