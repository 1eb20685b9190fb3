#include "kind/synonyms.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

static const struct quire_synonym synonyms[] = {
    {"Rebound Damping Factor", "rebound-damping-factor", NULL, NULL, "Rebound Damping Factor"},
    {"Rebound Damping", "rebound-damping-factor", NULL, NULL, "Rebound Damping Factor"},
    {"RDF", "rebound-damping-factor", NULL, NULL, "Rebound Damping Factor"},
    {"Friction Factor at Vertex of Sheet", "friction-factor", "vertex", "vertex-friction-factor",
     "Friction Factor at Vertex"},
    {"Friction Factor at the Vertex of the Sheet", "friction-factor", "vertex",
     "vertex-friction-factor", "Friction Factor at Vertex"},
    {"Friction Factor at Vertex", "friction-factor", "vertex", "vertex-friction-factor",
     "Friction Factor at Vertex"},
    {"Friction Factor at Sheet Vertex", "friction-factor", "vertex", "vertex-friction-factor",
     "Friction Factor at Vertex"},
    {"Vertex Friction Factor", "friction-factor", "vertex", "vertex-friction-factor",
     "Friction Factor at Vertex"},
    {"Vertex Factor", "friction-factor", "vertex", "vertex-friction-factor",
     "Friction Factor at Vertex"},
    {"Overdrive Factor", "factor", "overdrive", "overdrive-factor", "Overdrive Factor"},
    {"Overdrive", "factor", "overdrive", "overdrive-factor", "Overdrive Factor"},
    {"Guide Velocity", "velocity", "guide", "guide-velocity", "Guide Velocity"},
    {"Belt Velocity", "velocity", "guide", "guide-velocity", "Guide Velocity"},
    {"Dynamic Friction Coefficient", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"Dynamic Friction Coeff", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"Dynamic Coefficient", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"Dynamic Friction", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"Kinetic Friction Coefficient", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"Coefficient of Friction", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"Friction Coefficient", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"mu", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"mu_d", "dynamic-coefficient", NULL, NULL, "Friction Coefficient"},
    {"Static Friction Coefficient", "static-coefficient", NULL, NULL,
     "Static Friction Coefficient"},
    {"Static Friction Coeff", "static-coefficient", NULL, NULL, "Static Friction Coefficient"},
    {"Static Friction", "static-coefficient", NULL, NULL, "Static Friction Coefficient"},
    {"mu_s", "static-coefficient", NULL, NULL, "Static Friction Coefficient"},
    {"Threshold Velocity", "threshold-velocity", NULL, NULL, "Threshold Velocity"},
    {"Friction Threshold Velocity", "threshold-velocity", NULL, NULL, "Threshold Velocity"},
    {"Static Threshold Velocity", "static-velocity", NULL, NULL, "Static Threshold Velocity"},
    {"STV", "static-velocity", NULL, NULL, "Static Threshold Velocity"},
    {"Stiction Velocity", "static-velocity", NULL, NULL, "Static Threshold Velocity"},
    {"Dynamic Threshold Velocity", "dynamic-velocity", NULL, NULL, "Dynamic Threshold Velocity"},
    {"DTV", "dynamic-velocity", NULL, NULL, "Dynamic Threshold Velocity"},
    {"Maximum Friction Force", "maximum-force", NULL, NULL, "Maximum Friction Force"},
    {"Max Friction Force", "maximum-force", NULL, NULL, "Maximum Friction Force"},
    {"Friction Type", "law", "friction", NULL, "Friction Interpolation"},
    {"Friction Interpolation", "law", "friction", NULL, "Friction Interpolation"},
    {"Stiffness Coefficient", "stiffness", NULL, NULL, "Stiffness Coefficient"},
    {"Spring Coefficient", "stiffness", NULL, NULL, "Stiffness Coefficient"},
    {"Contact Stiffness", "stiffness", NULL, NULL, "Stiffness Coefficient"},
    {"Damping Coefficient", "damping", NULL, NULL, "Damping Coefficient"},
    {"Contact Damping", "damping", NULL, NULL, "Damping Coefficient"},
    {"Stiffness Exponent", "exponent", NULL, NULL, "Stiffness Exponent"},
    {"Force Exponent", "exponent", NULL, NULL, "Stiffness Exponent"},
    {"m1", "exponent", NULL, NULL, "Stiffness Exponent"},
    {"Damping Exponent", "damping-exponent", NULL, NULL, "Damping Exponent"},
    {"m2", "damping-exponent", NULL, NULL, "Damping Exponent"},
    {"Indentation Exponent", "indentation-exponent", NULL, NULL, "Indentation Exponent"},
    {"m3", "indentation-exponent", NULL, NULL, "Indentation Exponent"},
    {"Boundary Penetration", "boundary-penetration", NULL, NULL, "Boundary Penetration"},
    {"Boundary Penetration Depth", "boundary-penetration", NULL, NULL, "Boundary Penetration"},
    {"Maximum Penetration", "maximum-penetration", NULL, NULL, "Maximum Penetration"},
    {"Max Penetration", "maximum-penetration", NULL, NULL, "Maximum Penetration"},
    {"Penetration Parameter", "maximum-penetration", NULL, NULL, "Maximum Penetration"},
    {"Young's Modulus", "modulus-md", NULL, NULL, "Young's Modulus"},
    {"Elastic Modulus", "modulus-md", NULL, NULL, "Young's Modulus"},
    {"Modulus of Elasticity", "modulus-md", NULL, NULL, "Young's Modulus"},
    {"Density", "grammage", "media", NULL, "Density"},
    {"Basis Weight", "grammage", "media", NULL, "Density"},
    {"Sheet C", "damping-ratio", "media", NULL, "Sheet C"},
    {"Cs", "damping-ratio", "media", NULL, "Sheet C"},
    {"Structural Damping", "damping-ratio", "media", NULL, "Sheet C"},
    {"Sheet Thickness", "thickness", "media", NULL, "Thickness"},
    {"Curl Radius", "curl", "sheet", NULL, "Curl Radius"},
    {"Sheet Curl", "curl", "sheet", NULL, "Curl Radius"},
    {"Sheet Length", "length", "sheet", NULL, NULL},
    {"Number of Segments", "segments", "sheet", NULL, "Number of Segments"},
    {"Number of Segments in Length", "segments", "sheet", NULL, "Number of Segments"},
    {"Number of Segments Across", "columns", "sheet", NULL, "Segments Across"},
    {"Number of Segments in Width", "columns", "sheet", NULL, "Segments Across"},
    {"Segments Across", "columns", "sheet", NULL, "Segments Across"},
    {"Element Length", "segments", "sheet", NULL, "Segment Length"},
    {"Segment Length", "segments", "sheet", NULL, "Segment Length"},
    {"Initial Velocity", "speed", "start", NULL, "Initial Velocity"},
    {"Angular Velocity", "shaft-speed", "drive", NULL, "Angular Velocity"},
    {"Rotational Velocity", "shaft-speed", "drive", NULL, "Angular Velocity"},
    {"Izz", "inertia", "roller", NULL, "Izz"},
    {"Moment of Inertia", "inertia", "roller", NULL, "Izz"},
    {"Roller Depth", "width", "roller", NULL, "Depth"},
    {"Guide Depth", "across-from", "guide", NULL, "Depth"},
    {"Depth", "width", "roller", NULL, "Depth"},
    {"Spring Preload", "load", "roller", NULL, "Spring Preload"},
    {"Preload", "load", "roller", NULL, "Spring Preload"},
    {"Preload Force", "load", "roller", NULL, "Spring Preload"},
    {"Spring Stiffness", "rate", "roller", NULL, "Spring Stiffness"},
    {"Spring Damping", "damping", "roller", NULL, "Spring Damping"},
    {"Maximum Gap", "max-gap", "roller", NULL, "Maximum Gap"},
    {"Contact Parameter", "surface", NULL, NULL, "Contact Parameter"},
    {"Contact Parameters", "surface", NULL, NULL, "Contact Parameter"},
    {"Base Roller", "slide", "roller", NULL, "Fixed Roller Name"},
    {"Centre X", "centre", "roller", NULL, "Center X"},
    {"Centre Y", "centre", "roller", NULL, "Center Y"},
};

/* the next letter or digit */
static char
next(const char **at)
{
    while (**at != '\0' && !isalnum((unsigned char)**at)) {
        ++*at;
    }
    return **at == '\0' ? '\0' : (char)tolower((unsigned char)*(*at)++);
}

static bool
is_same(const char *a, const char *b)
{
    char x;
    do {
        x = next(&a);
        if (x != next(&b)) {
            return false;
        }
    } while (x != '\0');
    return true;
}

const struct quire_synonym *
quire_synonym_find(const char *name)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (is_same(synonyms[i].name, name)) {
            return &synonyms[i];
        }
    }
    return NULL;
}
