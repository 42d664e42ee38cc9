import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { InstantOutput, PageQuery } from '../../kernel/wire.ts'

export const Image = lazy(() =>
  z
    .object({
      id: z.string(),
      url: z.string().describe('For `coverUrl` and `avatarUrl`; what it shows never changes'),
      mediaType: z.string(),
      width: z.int().describe('As it is shown, turned upright'),
      height: z.int(),
      bytes: z.int(),
      wideUrl: z.string().nullable().describe('1200 × 630, for programs that show links; null until it is put here'),
      createdAt: InstantOutput(),
    })
    .meta({ id: 'Image' }),
)

export const ImageListQuery = lazy(() => PageQuery())
