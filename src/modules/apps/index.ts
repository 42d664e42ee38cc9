export { COMMAND_LINE_PATH, commandLineMetadata } from './client.ts'
export { redeemCode, redeemRefreshToken, revokeToken, TokenRefusal } from './tokens.ts'
