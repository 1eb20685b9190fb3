/* An example of each verb's use, for its help. */
#include "cli/cli.h"

#include <string.h>

/* verbs in the order of the programs' own tables */
static const struct {
    const char *verb, *line;
} examples[] = {
    {"run", "quire run first.xml --set nip_load=\"10 N\" --end=0.4s"},
    {"check", "quire check first.xml --parameters"},
    {"describe", "quire describe normal mtt-indentation"},
    {"law", "quire law linear --set stiffness=\"1e5 N/m\" --impact=mass=1g,speed=1m/s"},
    {"fit", "quire fit --law=hunt-crossley --set exponent=1.5 curve.csv"},
    {"import", "quire import mtt table.csv --output=machine.xml"},
    {"verify", "quire verify first.run"},
    {"compare", "quire compare first.xml --tolerance=0.1mm"},
    {"explain", "quire explain first.run --margin=nip_load"},
    {"convert", "quire convert first.run --to=vtk"},
    {"export", "quire export first.xml --output=machine.dxf"},
    {"report", "quire report first.run"},
    {"live", "quire live first.xml --set nip_load=\"10 N\""},
    {"doe", "quire doe run study.xml"},
    {"calibrate", "quire calibrate calibration.xml"},
    {"new", "quire new first"},
    {"fmt", "quire fmt first.xml study.xml"},
    {"upgrade", "quire upgrade old.xml --output=new.xml"},
    {"completion", "quire completion bash"},
    {"help", "quire help idler inertia"},
    {"version", "quire version"},
    {"doe plan", "quire doe plan study.xml --workers=8"},
    {"doe points", "quire doe points study.xml --output=points.csv"},
    {"doe run", "quire doe run study.xml --workers=8 --time-limit=60s"},
    {"doe status", "quire doe status study.xml --failed"},
    {"doe export", "quire doe export study.xml --output=runs.csv"},
    {"doe report", "quire doe report study.xml --output=page.html"},
    {"doe import", "quire doe import study.xml measured.csv"},
    {"doe analyse", "quire doe analyse runs.csv --study=study.xml"},
    {"doe predict", "quire doe predict study.xml --set nip_load=\"10 N\""},
    {"doe optimise", "quire doe optimise study.xml --jams=1%"},
    {"doe confirm", "quire doe confirm study.xml --runs=20"},
    {"doe tolerances", "quire doe tolerances study.xml --response=arrival"},
    {"doe improve", "quire doe improve study.xml --response=arrival"},
    {"doe worker", "quire doe worker study.xml --slice=3/16"},
    {"doe collect", "quire doe collect study.xml"},
    {"doe boundary", "quire doe boundary study.xml --runs=500"},
    {"doe probability", "quire doe probability study.xml --runs=2000"},
    {"doe windows", "quire doe windows study.xml"},
    {"doe submit", "quire doe submit study.xml --slurm --tasks=16"},
};

const char *
cli_example(const char *verb)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        if (strcmp(examples[i].verb, verb) == 0) {
            return examples[i].line;
        }
    }
    return NULL;
}
