// Variables of an organization: secrets in the environment of its scripts.
export const variableName = /^[A-Z_][A-Z0-9_]*$/
export const maxVariableName = 64
/** Shorter values cannot be masked without making other text unreadable. */
export const minValue = 4
export const maxValue = 4096
export const maxVariables = 100

const reserved = [
  'TARGET_URL PATH HOME USER LOGNAME SHELL PWD OLDPWD TMPDIR TMP TEMP IFS ENV HOSTNAME',
  'DISPLAY WAYLAND_DISPLAY DEBUG PWDEBUG CI',
  'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY HOSTALIASES LOCALDOMAIN RES_OPTIONS',
  'SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE',
  'GCONV_PATH LOCPATH NLSPATH TZDIR GLIBC_TUNABLES OPENSSL_CONF',
].flatMap((names) => names.split(' '))
const reservedBeginnings = ['LD_', 'NODE_', 'NPM_', 'PLAYWRIGHT_', 'PW_', 'BASH_', 'CHROME_', 'XDG_', 'UV_', 'LAPWING_']

/** Whether the programs that run a script, or their runtime, use this name. */
export function isReserved(name: string): boolean {
  return reserved.includes(name) || reservedBeginnings.some((beginning) => name.startsWith(beginning))
}

/** The sealing context of a variable's value. */
export const variableContext = (id: string): string => `variable ${id}`
