/** The first letters of the first and last name in capitals; a question mark where there is no letter at all. */
export function initials(firstName: string, lastName: string): string {
  const letters = [firstName, lastName].map(firstCharacter).join('')
  return letters === '' ? '?' : letters
}

/** By code point, so that a letter outside the basic plane is not cut in half; capitals of one letter only. */
function firstCharacter(name: string): string {
  const [first = ''] = name.trim()
  return first === '' ? '' : ([...first.toLocaleUpperCase()][0] ?? '')
}
