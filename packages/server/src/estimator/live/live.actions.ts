import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { beginEventStream, stays } from '../../engine/open-streams.ts'
import type { Authenticate } from '../../engine/routes.ts'
import type { ProjectLocks } from '../lock/project-locks.ts'
import type { ProjectStream } from './project-stream.ts'

export interface LiveParts {
  locks: ProjectLocks
  stream: ProjectStream
  authenticate: Authenticate
}

export function liveHandlers({ locks, stream, authenticate }: LiveParts): HandlersOf<'projectStream'> {
  return {
    async projectStream({ principal, params: { id }, request, reply }): Promise<typeof answered> {
      // Answers that there is no such project before there is a stream.
      await locks.status(principal, id)
      const mayStay = stays(principal, request, authenticate)
      stream.open({ response: beginEventStream(reply), mayStay, projectId: id, principal })
      return answered
    },
  }
}
