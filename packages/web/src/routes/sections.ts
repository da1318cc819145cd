import type { Section } from '../lib/section.ts'

/** The sections in the order of the top bar; each shows only to those with its permission. */
export const sections: readonly Section[] = [{ to: '/', root: '/machines', label: 'Machines' }]
