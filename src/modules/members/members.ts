import { refusal } from '../../kernel/failure.ts'

export const lastOwner = () => refusal('last_owner')
