/** Prints the label alone, what has `data-label`, and not the page around it. */
export function printLabel(): void {
  const root = document.documentElement
  root.dataset.print = 'label'
  addEventListener('afterprint', () => delete root.dataset.print, { once: true })
  print()
}
