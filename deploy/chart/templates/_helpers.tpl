{{- define "lapwing.fullname" -}}
{{- if contains "lapwing" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-lapwing{{ end }}
{{- end }}

{{/* What selects the pods of a component: dict "root" "component". */}}
{{- define "lapwing.selector" -}}
app.kubernetes.io/name: lapwing
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "lapwing.labels" -}}
{{ include "lapwing.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- end }}

{{- define "lapwing.metadata" -}}
name: {{ include "lapwing.fullname" .root }}-{{ .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "lapwing.labels" . | nindent 2 }}
{{- end }}

{{- define "lapwing.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* The name of the secret that an entry of `secrets` is in: dict "root" "entry". */}}
{{- define "lapwing.secretName" -}}
{{ .entry.secret | default .root.Values.existingSecret }}
{{- end }}

{{- define "lapwing.publicUrl" -}}
{{ required "publicUrl is the address at which people open Lapwing, such as https://lapwing.example.com" .Values.publicUrl }}
{{- end }}

{{/* The roles of the servers: their own, and those without pods of their own. */}}
{{- define "lapwing.serverRoles" -}}
{{- $roles := list "server" }}
{{- range list "notifier" "housekeeper" "prober" }}
{{- if not (int (get $.Values .).replicas) }}{{ $roles = append $roles . }}{{ end }}
{{- end }}
{{- join "," $roles }}
{{- end }}

{{- define "lapwing.settings" -}}
{{- range $name, $value := . }}
- { name: {{ $name }}, value: {{ kindIs "float64" $value | ternary (int64 $value) $value | toString | quote }} }
{{- end }}
{{- end }}
