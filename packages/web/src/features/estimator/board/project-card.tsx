import type { BoardColumn, ProjectCard } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPrice } from '../../../lib/format/money.ts'
import { numberFormat } from '../../../lib/format/numbers.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { LockIcon } from '../../../ui/tool-icons.tsx'
import { attentionOf } from './attention.ts'
import { CardMenu } from './card-menu.tsx'
import type { CardMove } from './card-moves.ts'
import { projectAddress } from './project-address.ts'
import { daysSince } from './validity.ts'

interface ProjectCardViewProps {
  card: ProjectCard
  status: BoardColumn['status']
  moves: readonly CardMove[]
  onMove: (move: CardMove) => void
  /** Whether it is on its way into another column, or held above it. */
  isBusy: boolean
}

/** One project on the board: all of it is a link, with the menu of its moves beside it. */
export function ProjectCardView({ card, status, moves, onMove, isBusy }: ProjectCardViewProps) {
  const { number, revision, title, customer, total, currency, owner, editor, createdAt } = card
  const [firstName = '', ...names] = owner.split(' ')
  return (
    <article
      data-id={card.id}
      aria-busy={isBusy || undefined}
      className={`relative rounded-panel select-none border border-line bg-surface focus-within:border-kraft hover:border-control ${isBusy ? 'opacity-50' : ''}`}
    >
      <AppLink
        href={projectAddress(card.id)}
        data-card={card.id}
        className="block rounded-panel p-3 no-underline focus-visible:-outline-offset-2"
      >
        <span className="flex items-center gap-2 pe-7 text-12 text-text-2">
          <span className="code whitespace-nowrap">{revision > 1 ? `${number}-R${revision}` : number}</span>
          <span className="truncate">{t('estimator.daysOld', { count: daysSince(createdAt, Date.now()) })}</span>
          {editor !== null && (
            <span className="ms-auto flex min-w-0 items-center gap-1">
              <LockIcon size={12} />
              <span className="sr-only">{t('estimator.editedBy')}</span>
              <span className="truncate">{editor}</span>
            </span>
          )}
        </span>
        <span className="mt-0.5 block text-13 font-semibold wrap-anywhere">{title}</span>
        <span className="block text-12 text-text-2">{customer}</span>
        <span className="mt-1 block text-14 font-semibold tabular-nums">
          {formatPrice(total, currency)}
          {card.margin !== null && (
            <span className="ms-2 text-13 font-normal text-text-2">
              <span className="sr-only">{t('estimator.marginSum')}</span>
              {readableMargin(card.margin)}
            </span>
          )}
        </span>
        <span className="mt-1.5 flex items-center gap-2 text-12 text-text-2">
          <Attention card={card} status={status} />
          <span title={owner} className="ms-auto">
            <Avatar firstName={firstName} lastName={names.join(' ')} photoUrl={null} size="small" />
            <span className="sr-only">{owner}</span>
          </span>
        </span>
      </AppLink>
      <CardMenu number={number} moves={moves} isBusy={isBusy} onMove={onMove} />
    </article>
  )
}

/** The one line of a card: what needs attention, or until when it is valid. */
function Attention({ card, status }: Pick<ProjectCardViewProps, 'card' | 'status'>) {
  const { words, isUrgent } = attentionOf(card, status, Date.now())
  if (!isUrgent) return <span>{words}</span>
  return (
    <span className="flex items-center gap-1 font-[550] text-warn">
      <WarningIcon size={13} />
      {words}
    </span>
  )
}

function readableMargin(margin: string): string {
  return `${numberFormat({ maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(Number(margin))} %`
}
