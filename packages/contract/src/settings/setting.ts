import { z } from 'zod'
import { withLazy } from '../engine/lazy.ts'
import { isLanguage, isOwnPath, isTimeZone, plain, webAddress } from '../engine/text-schemas.ts'

/** The groups in the order in which they are shown. */
export const settingGroups = [
  'product',
  'login',
  'signIn',
  'company',
  'region',
  'mail',
  'alarms',
  'keeping',
  'limits',
  'backup',
  'analytics',
] as const
export type SettingGroup = (typeof settingGroups)[number]

/** Whom a change reaches: people with their next page, at their next sign-in, staff, mails and documents from now on, or what is stored. */
export const settingReaches = ['everyone', 'signingIn', 'staff', 'mails', 'documents', 'stored'] as const
export type SettingReach = (typeof settingReaches)[number]

export type SettingKind =
  | 'text'
  | 'multiline'
  | 'number'
  | 'choice'
  | 'choices'
  | 'colour'
  | 'picture'
  | 'secret'
  | 'language'
  | 'timeZone'

export interface SettingTraits<Value> {
  group: SettingGroup
  /** In the words of people, first letter large. */
  label: string
  help?: string
  /** What applies as long as nobody has set it. */
  fallback: Value
  reach: SettingReach
  /** The environment variable that fixes it. */
  variable?: string
}

/** One setting of the installation. */
export interface Setting<Value = unknown> extends SettingTraits<Value> {
  kind: SettingKind
  /** What may be set. Setting null leaves it to the fallback again. */
  schema: z.ZodType<Value>
  unit?: string
  /** The values of a choice, with what people read. */
  options?: Readonly<Record<string, string>>
  /** Bounds of a number. */
  min?: number
  max?: number
}

type Extra = Pick<Setting, 'unit' | 'options' | 'min' | 'max'>

function define<Value>(
  kind: SettingKind,
  schema: () => z.ZodType<Value>,
  traits: SettingTraits<Value>,
  extra: Extra = {},
): Setting<Value> {
  return withLazy({ ...traits, ...extra, kind }, { schema })
}

type Pattern = [RegExp, string]

/** Text that may be empty only where the fallback is null. */
function words<Fallback extends string | null>(kind: 'text' | 'multiline') {
  return (traits: SettingTraits<Fallback> & { longest?: number; pattern?: Pattern }) => {
    const { longest = 200, pattern, ...rest } = traits
    const schema = () => {
      const text = plain(longest, kind === 'multiline')
      return pattern === undefined ? text : text.regex(...pattern)
    }
    return define<string | Fallback>(kind, schema as () => z.ZodType<string | Fallback>, rest)
  }
}

/** Builders of settings. */
export const setting = {
  /** One line that is always there. */
  text: words<string>('text'),
  /** One line, or null. */
  optionalText: words<null>('text'),
  /** Several lines, or null. */
  optionalLines: words<null>('multiline'),
  /** A path of this site or an https address, or null. */
  optionalLink: (traits: SettingTraits<string | null>) => define<string | null>('text', link, traits),
  link: (traits: SettingTraits<string>) => define<string>('text', link, traits),
  number: (traits: SettingTraits<number> & { min: number; max: number; unit?: string }) => {
    const { min, max, unit, ...rest } = traits
    const message = `must be a whole number from ${min} to ${max}`
    const schema = () => z.int(message).min(min, message).max(max, message)
    return define<number>('number', schema, rest, { min, max, ...(unit === undefined ? {} : { unit }) })
  },
  choice: <const Value extends string>(
    traits: SettingTraits<NoInfer<Value>> & { options: Readonly<Record<Value, string>> },
  ) => {
    const { options, ...rest } = traits
    const values = Object.keys(options) as Value[]
    const schema = () => z.enum(values, `must be one of ${values.join(', ')}`)
    return define<Value>('choice', schema as () => z.ZodType<Value>, rest, { options })
  },
  /** Some of a few, in the order in which they are given. */
  choices: <const Value extends string>(
    traits: SettingTraits<NoInfer<Value>[]> & { options: Readonly<Record<Value, string>> },
  ) => {
    const { options, ...rest } = traits
    const values = Object.keys(options) as Value[]
    const schema = () =>
      z
        .array(z.enum(values, `must be one of ${values.join(', ')}`))
        .min(1, 'must name at least one')
        .refine((chosen) => new Set(chosen).size === chosen.length, 'must name each once')
    return define<Value[]>('choices', schema as () => z.ZodType<Value[]>, rest, { options })
  },
  /** @param fault says what is wrong with a colour, if anything */
  optionalColour: (traits: SettingTraits<string | null> & { fault: (colour: string) => string | undefined }) => {
    const { fault, ...rest } = traits
    return define<string | null>('colour', () => colour(fault), rest)
  },
  /** A picture as a data address; the server redraws it. */
  optionalPicture: (traits: SettingTraits<string | null>) => define<string | null>('picture', picture, traits),
  /** Stored encrypted and never shown. */
  secret: (traits: Omit<SettingTraits<null>, 'fallback'>) =>
    define<string | null>('secret', () => plain(500, false), { ...traits, fallback: null }),
  language: (traits: SettingTraits<string>) => {
    const schema = () => z.string().max(35).refine(isLanguage, 'must be a known language such as en or nb-NO')
    return define<string>('language', schema, traits)
  },
  timeZone: (traits: SettingTraits<string>) => {
    const schema = () => z.string().max(64).refine(isTimeZone, 'must be an IANA time zone such as Europe/Oslo')
    return define<string>('timeZone', schema, traits)
  },
}

/** What a picture may hold at most as it is sent, in bytes. */
export const MAX_SETTING_PICTURE_BYTES = 512 * 1024

/** As it is sent, or where it is stored. */
const PICTURE = /^(data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}|\/v1\/settings\/pictures\/[0-9a-f]{64})$/

function picture() {
  const most = Math.ceil(MAX_SETTING_PICTURE_BYTES / 3) * 4 + 'data:image/jpeg;base64,'.length
  return z
    .string()
    .max(most, `must not be larger than ${MAX_SETTING_PICTURE_BYTES / 1024} KiB`)
    .regex(PICTURE, 'must be a PNG, JPEG or WebP picture')
}

/** A path of this site, or an http(s) address that the browser may load or follow. */
function link() {
  const error = 'must be a path that starts with / or an http(s) address'
  const outside = webAddress(500, error)
  return plain(500, false).refine((value) => isOwnPath(value) || outside.safeParse(value).success, error)
}

function colour(faultOf: (colour: string) => string | undefined) {
  return z.string().check(({ value, issues }) => {
    const fault = /^#[0-9a-f]{6}$/i.test(value) ? faultOf(value) : 'must be a colour such as #14213d'
    if (fault !== undefined) issues.push({ code: 'custom', message: fault, input: value })
  })
}
