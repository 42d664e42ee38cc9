import type { ShownEvent } from './event.ts'
import { nameOfPoster, posterOf } from './poster.ts'

/** Returns the cover image of an event, or its generated poster. */
export const pictureOf = (event: ShownEvent, hue: number, origin = '') =>
  event.coverUrl ??
  `${origin}/posters/${nameOfPoster(posterOf({ ...event, title: event.ownTitle ?? event.title }, hue))}.svg`

/** Like `pictureOf`, as a bitmap, because search engines and link previews show no SVG. */
export const bitmapOf = ({ coverUrl, slug }: Pick<ShownEvent, 'coverUrl'> & { slug: string }, origin: string) =>
  coverUrl ?? `${origin}/e/${slug}/poster.png`
