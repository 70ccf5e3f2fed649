# SPDX-License-Identifier: Apache-2.0
# scopes.awk SIGNALS FUNCTIONAL - the lines `event` and `value` of tb/cov/functional.def, by the scopes of a bench that have the module: bins.h reads them.
FILENAME == ARGV[1] { if ($1 == "cell") scopes[$3] = scopes[$3] " TOP." $2; next }
$1 == "event" || $1 == "value" {
    n = split(scopes[$2], scope, " ")
    for (i = 1; i <= n; i++) { $2 = scope[i]; print }
}
