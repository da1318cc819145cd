/** Which way people read the language of the page. */
export function readingDirection(): 'ltr' | 'rtl' {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
}

/** Where an arrow key leads in the text: to somebody who reads from right to left the left arrow points forwards. */
export function alongText(key: string): string {
  if (readingDirection() === 'ltr') return key
  if (key === 'ArrowLeft') return 'ArrowRight'
  return key === 'ArrowRight' ? 'ArrowLeft' : key
}
