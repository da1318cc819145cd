import { isStaff } from '../lib/section.ts'
import { loadSession, type Session } from '../lib/session.ts'
import { openSections } from '../resource/feature.ts'
import { sections } from './features.ts'

/** Where staff begin who have chosen nothing else, and may always go. */
const STAFF_HOME = '/home'

/**
 * Where signing in leads: to what was wanted, or else to the own start page. One that the reader may no longer open is left out.
 * @param intended `/` where nothing else was wanted
 */
export async function startAddress(intended: string): Promise<string> {
  if (intended !== '/') return intended
  const session = await loadSession().catch(() => null)
  const chosen = session?.settings.startPage
  return session && chosen && mayStartAt(session, chosen) ? chosen : intended
}

function mayStartAt(session: Session, page: string): boolean {
  if (page === STAFF_HOME) return isStaff(session)
  return openSections(session, sections).some(({ to }) => to === page)
}
