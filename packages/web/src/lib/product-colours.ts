import { accentTones, type PublicSettings } from '@packhouse/contract'
import type { Theme } from './theme.ts'

let colours: PublicSettings['colours'] = { bar: null, accent: null, accentDark: null }

/** Shows the colours of the installation in a theme; those of the product where it has none. */
export function showColours(theme: Theme, next = colours): void {
  colours = next
  const { style } = document.documentElement
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) style.removeProperty(name)
    else style.setProperty(name, value)
  }
  const accent = theme === 'dark' ? next.accentDark : next.accent
  const tones = accent === null ? undefined : accentTones(accent, theme)
  set('--kraft', tones?.mark)
  set('--kraft-strong', tones?.strong)
  set('--kraft-soft', tones?.soft)
  set('--bar', next.bar ?? undefined)
  set('--bar-line', next.bar ?? undefined)
}
