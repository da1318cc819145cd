import { intendedPath, loginPath } from '../lib/intended-path.ts'
import { mayOpen, type Visitor } from '../lib/member-pages.ts'

/** A place somebody wants to go to. */
export interface Target {
  pathname: string
  /** Path, query and hash as they stand in the address. */
  href: string
  /** The query parameter `intended`, which only the login reads. */
  intended?: unknown
}

/** Where a second factor is set up. */
const SETTINGS = '/settings'

/** Where a visit to the login leads: signed-in visitors have no business there. Null lets it happen. */
export function redirectFromLogin(target: Target, visitor: Visitor | null): string | null {
  return visitor ? intendedPath(target.intended) : null
}

/** Where a visit to a signed-in screen leads instead; null lets it happen. */
export function redirectFromScreen(target: Target, visitor: Visitor | null): string | null {
  if (!visitor) return loginPath(target.href)
  if (visitor.secondFactorRequired) return target.pathname === SETTINGS ? null : SETTINGS
  return mayOpen(visitor) ? null : '/denied'
}
