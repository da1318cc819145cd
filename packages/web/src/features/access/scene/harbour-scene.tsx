import { beforeStreet, behindStreet, type Piece } from './harbour.ts'
import { carton, type Face, face, house, project } from './isometric.ts'

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)

const line = (a: Parameters<typeof project>[0], b: Parameters<typeof project>[0]) => `M${project(a)}L${project(b)}`

const draw = (piece: Piece): Face[] => ('roof' in piece ? house(piece) : carton(piece))

/** The grid of the ground, one path. */
const ground = range(-14, 22, 2)
  .map((i) => line([i, -16, 0], [i, 24, 0]) + line([-16, i, 0], [24, i, 0]))
  .join('')

/** The conveyor is the street. */
const street = [
  face('#2B3C61', [
    [-16, 3, 0.3],
    [26, 3, 0.3],
    [26, 4.4, 0.3],
    [-16, 4.4, 0.3],
  ]),
  face('#0F182C', [
    [-16, 4.4, 0],
    [26, 4.4, 0],
    [26, 4.4, 0.3],
    [-16, 4.4, 0.3],
  ]),
]
const rollers = range(-16, 25.5, 0.5)
  .map((i) => line([i, 3.12, 0.3], [i, 4.28, 0.3]))
  .join('')

const behind = behindStreet.flatMap(draw)
const before = beforeStreet.flatMap(draw)

/** A harbour village of cartons on an isometric grid. */
export function HarbourScene() {
  return (
    <svg
      viewBox="0 0 920 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="dusk" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="900">
          <stop offset="0" stopColor="#101A30" />
          <stop offset="1" stopColor="#1A2949" />
        </linearGradient>
      </defs>
      {/* Wider than the picture: a very wide or very tall window shows more than the view box. */}
      <rect x="-2000" y="-1000" width="5000" height="3000" fill="url(#dusk)" />
      <path d={ground} stroke="#2A3B5F" opacity={0.55} />
      <Faces faces={behind} />
      <Faces faces={street} />
      <path d={rollers} stroke="#1B2948" strokeWidth={2} />
      <Faces faces={before} />
    </svg>
  )
}

function Faces({ faces }: { faces: Face[] }) {
  return faces.map(({ path, fill, opacity }) => <path key={path} d={path} fill={fill} opacity={opacity} />)
}
