import { hasPermission } from './permission.ts'

/** Where a page of signed-in users begins, by the first part of its address. */
const memberPages: ReadonlySet<string> = new Set([
  '',
  'home',
  'settings',
  'machines',
  'customers',
  'library',
  'estimator',
  'people',
  'system',
])

/** Whether the page at an address asks who is signed in. Public pages do not. */
export function asksForSession(pathname: string): boolean {
  return memberPages.has(pathname.split('/')[1] ?? '')
}

export interface Visitor {
  permissions: string[]
  /** A role needs a second factor that is not set up yet. */
  secondFactorRequired?: boolean
}

/** Whether somebody gets to the pages of signed-in users: otherwise every one of them leads elsewhere. */
export function mayOpen(visitor: Visitor): boolean {
  return !visitor.secondFactorRequired && hasPermission(visitor, 'customer.access')
}
