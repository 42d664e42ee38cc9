import { conflict } from '../../kernel/failure.ts'

export const lastOwner = () =>
  conflict('last_owner', 'A calendar keeps at least one owner; make another member owner first.')
