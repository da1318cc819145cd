import { t } from '@packhouse/messages'
import { keepTheme } from '../../lib/session.ts'
import { useTheme } from '../../lib/theme.ts'
import { MoonIcon, SunIcon } from '../../ui/icons.tsx'
import { barButtonClasses } from './bar-button.ts'

/** Switches between light and dark, in the account too; the settings lead back to what the system says. */
export function ThemeToggle() {
  const dark = useTheme() === 'dark'
  return (
    <button
      type="button"
      aria-label={dark ? t('shell.switchToLightTheme') : t('shell.switchToDarkTheme')}
      className={barButtonClasses}
      onClick={() => void keepTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <SunIcon /> : <MoonIcon />}
    </button>
  )
}
