import { commentsAddress } from '../features/palette/record-address.ts'
import type { Session } from '../lib/session.ts'
import { places } from './palette-screen.tsx'

type Found = Parameters<typeof commentsAddress>[2]

/** Where the comments on a record are shown. @returns undefined where the reader may open no screen that shows it */
export function commentAddress(session: Session | undefined, record: Found): string | undefined {
  return commentsAddress(places, session, record)
}
