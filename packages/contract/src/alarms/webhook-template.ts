/** What a template of the webhook of an alarm rule can name, as `{{name}}`. */
export const webhookPlaceholders = [
  'event',
  'severity',
  'rule',
  'machine',
  'description',
  'message',
  'value',
  'startedAt',
  'clearedAt',
  'link',
] as const
export type WebhookValues = Record<(typeof webhookPlaceholders)[number], string>

/** Longer values are cut: chats and SMS have limits of their own. */
const LONGEST_VALUE = 1_000
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** A body with its media type. */
export interface WebhookBody {
  contentType: 'application/json' | 'application/x-www-form-urlencoded'
  body: string
}

/** A template is JSON where it begins with a brace or a bracket, or else a form: a field on each line, such as `To=+4790000000`. */
function isJson(template: string): boolean {
  return /^\s*[{[]/.test(template)
}

/** Fills in a template. In JSON values are escaped, in a form they are encoded: none can become anything but text. */
export function renderWebhook(template: string, values: WebhookValues): WebhookBody {
  if (isJson(template)) {
    const toText = (value: string) => JSON.stringify(value).slice(1, -1)
    return { contentType: 'application/json', body: fill(template, values, toText) }
  }
  const fields = linesOf(template).map(([name, text]) => {
    return `${encodeURIComponent(name)}=${encodeURIComponent(fill(text, values, (value) => value))}`
  })
  return { contentType: 'application/x-www-form-urlencoded', body: fields.join('&') }
}

/** What is wrong with a template, in words that follow its label; undefined if nothing is. */
export function webhookTemplateFault(template: string): string | undefined {
  for (const [, name = ''] of template.matchAll(PLACEHOLDER)) {
    if (!(webhookPlaceholders as readonly string[]).includes(name))
      return `must not name the placeholder ${name}: known are ${webhookPlaceholders.join(', ')}`
  }
  if (!isJson(template)) {
    const isForm = linesOf(template).every(([name]) => /^[A-Za-z0-9_.-]{1,64}$/.test(name))
    return isForm ? undefined : 'must be JSON, or lines such as To=+4790000000'
  }
  try {
    JSON.parse(renderWebhook(template, sampleWebhookValues).body)
    return undefined
  } catch {
    return 'must be valid JSON: placeholders stand within quotation marks'
  }
}

/** With quotation marks and line breaks, which must not break a template. */
export const sampleWebhookValues: WebhookValues = {
  event: 'raised',
  severity: 'Critical',
  rule: 'Jaw too hot',
  machine: 'VFFS-2214',
  description: 'Line 3, "north" hall',
  message: 'Let it cool down.\nThen check the probe.',
  value: '186.5',
  startedAt: '2026-11-21T14:05:00.000Z',
  clearedAt: '',
  link: 'https://packhouse.example/alarms?alarm=1',
}

const SENTENCE = '{{severity}} alarm {{event}}: {{rule}} on {{machine}}'

function adaptiveCard(): object {
  const text = (content: string, more: object = {}) => ({ type: 'TextBlock', wrap: true, text: content, ...more })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [text(SENTENCE, { weight: 'Bolder' }), text('{{description}}'), text('{{message}}')],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url: '{{link}}' }],
        },
      },
    ],
  }
}

function slackBlocks(): object {
  // Plain text: what a machine reports cannot mention a whole channel.
  const block = (text: string) => ({ type: 'section', text: { type: 'plain_text', text } })
  return { text: '{{severity}} alarm on {{machine}}', blocks: [block(SENTENCE), block('{{message}}\n{{link}}')] }
}

const json = (value: object) => JSON.stringify(value, null, 2)

/** Templates to begin with. */
export const webhookPresets = {
  slack: json(slackBlocks()),
  teams: json(adaptiveCard()),
  mattermost: json({ username: 'Packhouse', text: `${SENTENCE}\n{{message}}\n{{link}}` }),
  smsForm: `To=+4790000000\nFrom=+4790000001\nBody=${SENTENCE} {{link}}`,
  smsJson: json({ to: ['+4790000000'], from: 'Packhouse', text: `${SENTENCE} {{link}}` }),
} as const
export type WebhookPreset = keyof typeof webhookPresets

function fill(text: string, values: WebhookValues, encode: (value: string) => string): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = (values as Record<string, string | undefined>)[name]
    return value === undefined ? whole : encode(value.slice(0, LONGEST_VALUE).toWellFormed())
  })
}

/** Names and values of the fields of a form; a line without an equals sign has no name. */
function linesOf(template: string): [string, string][] {
  return template
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? ['', line] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    })
}
