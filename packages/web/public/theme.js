// Sets the theme before the first paint; a file of its own because the content security policy allows no inline script.
// The key and the values are those of src/lib/theme.ts.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('packhouse-theme')
  } catch {
    // Storage can be forbidden; the system decides then.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = stored === 'light' || stored === 'dark' ? stored : dark ? 'dark' : 'light'
})()
