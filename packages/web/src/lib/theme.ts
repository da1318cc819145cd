import { useSyncExternalStore } from 'react'
import { showColours } from './product-colours.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

/** The same key is read by `public/theme.js` before the first paint. */
const storageKey = 'packhouse-theme'
/** Only listened to: a list whose value was read since the system has changed fires no event of the change in Chromium. */
const systemTheme = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function theme(): Theme {
  const choice = themeChoice()
  if (choice !== 'system') return choice
  return matchMedia(systemTheme.media).matches ? 'dark' : 'light'
}

/** Shows the theme that is chosen now; also to be called after local storage was changed from elsewhere. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme()
  showColours(theme())
  for (const listener of listeners) listener()
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  applyTheme()
}

/** Takes over the theme of the account; where none was chosen there, the one of this browser stays. */
export function adoptTheme(choice: ThemeChoice): void {
  if (choice !== 'system' && choice !== themeChoice()) chooseTheme(choice)
}

/** Follows the system and the other tabs for as long as the page lives. */
export function followTheme(): void {
  systemTheme.addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
  // What has changed while the page was loading was heard by nobody.
  applyTheme()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme that is shown. */
export function currentTheme(): Theme {
  return theme()
}

/** The theme that is shown. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, theme)
}

/** What was chosen: a theme, or to follow the system. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice)
}
