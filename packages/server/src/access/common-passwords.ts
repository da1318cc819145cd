let passwords: Promise<ReadonlySet<string>> | undefined

/**
 * The passwords that are used most, case-folded: about 49,000, from leaks of others, as `@zxcvbn-ts/language-common` has them. They are
 * loaded when the first password is set: about 60 ms and 6 MB that a start does not need.
 */
export async function commonPasswords(): Promise<ReadonlySet<string>> {
  passwords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  )
  return await passwords
}
