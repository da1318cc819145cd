import type { Permission, ResourcePermission } from '@packhouse/contract'
import type { ComponentType } from 'react'
import { hasPermission } from './permission.ts'

/** A part of the product with a link of its own in the top bar. */
export interface Section {
  /** Its address. */
  to: string
  label: string
  /** Every address below it belongs to the section too; `to` itself where nothing is said. */
  root?: string
  /** Without it nobody sees the link; the server refuses the section's calls anyway. */
  permission?: Permission | ResourcePermission
  /** Stands behind the label, such as a count of what waits there. */
  Mark?: ComponentType
}

/** The sections that somebody may open. */
export function sectionsFor(
  session: { permissions: string[] } | null | undefined,
  sections: readonly Section[],
): readonly Section[] {
  return sections.filter(({ permission }) => permission === undefined || hasPermission(session, permission))
}

/** Whether an address belongs to a section. */
export function isCurrentSection({ to, root = to }: Section, pathname: string): boolean {
  return pathname === to || pathname === root || pathname.startsWith(`${root}/`)
}
