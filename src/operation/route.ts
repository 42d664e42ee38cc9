import type { Plan } from '../kernel/vocabulary.ts'
import type { Answer } from './answer.ts'

export type Surface = 'v1' | 'dashboard' | 'open'
/** The methods, in the order in which `Allow` lists them. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export interface Route<S extends Surface = Surface, Path extends string = string> {
  surface: S
  method: Method
  path: Path
  /** Replaces the operation's `answer` on a surface that shows fewer fields. */
  answer?: Answer
  /** Minimum plan on this surface. Routes under /v1 require `PRO` by default. */
  plan?: Plan
  /**
   * Set if the path differs from the target contract. `current` is the path in use today, `successor` the path that
   * will replace this one.
   */
  current?: string
  successor?: string
  /** Whether the URL itself is a credential: then no CORS, and no shared cache. */
  secret?: boolean
}

export type Line = `${Method} /${string}`
type PathOf<L extends Line> = L extends `${Method} ${infer Path}` ? Path : never
type Extras = Partial<Pick<Route, 'answer' | 'plan' | 'current' | 'successor' | 'secret'>>

const routeOn = <S extends Surface, Path extends string>(
  surface: S,
  method: string,
  path: Path,
  extras: Extras = {},
): Route<S, Path> => ({ surface, method: method as Method, path, ...extras })

const partsOf = <const L extends Line>(line: L) => line.split(' ') as [Method, PathOf<L>]

export const badgeOf = ({ successor }: Route) => (successor === undefined ? ('live' as const) : ('divergent' as const))

/** Authenticated by API key, under /v1. */
export const v1 = <const L extends Line>(line: L, extras?: Extras) => {
  const [method, path] = partsOf(line)
  return routeOn('v1', method, `/v1${path}` as const, extras)
}
/** Authenticated by session token. */
export const dashboard = <const L extends Line>(line: L, extras?: Extras) =>
  routeOn('dashboard', ...partsOf(line), extras)
/** No authentication. */
export const open = <const L extends Line>(line: L, extras?: Extras) => routeOn('open', ...partsOf(line), extras)

/** Declares the route under /v1 and its `dashboard` twin. */
export const both = <const L extends Line>(line: L, extras: { v1?: Extras; dashboard?: Extras } = {}) =>
  [v1(line, extras.v1), dashboard(line, extras.dashboard)] as const

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type ParamsIn<R> = R extends Route<Surface, infer Path> ? Record<NamesIn<Path>, string> : never

/** The path parameters that all routes of an operation have in common. */
export type ParamsOf<Routes extends readonly Route[]> = Record<keyof ParamsIn<Routes[number]> & string, string>
